/** Words for a browser and its operating system, such as Firefox and Windows; empty if unknown. */
export type BrowserLabel = { browser: string; system: string }

/**
 * The first match wins. Browsers also name those whose engine they use: Edge names Chrome and Safari, so the specific
 * ones are first. Brave and Vivaldi call themselves Chrome.
 */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bFBA[NV]\b/, 'Facebook'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]

/** iPads call themselves Macintosh by default, and then count as macOS. */
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Reads the kind of browser and system from a User-Agent header. Anyone can send any header, so the result is a hint for
 * the session's owner and nothing depends on it. Contains only the words above, no versions: these change with each
 * update, and more would tell devices apart that the owner cannot.
 */
export function browserLabelOf(userAgent: string | undefined): BrowserLabel {
  const find = (words: readonly [RegExp, string][]) =>
    words.find(([pattern]) => pattern.test((userAgent ?? '').slice(0, 1_000)))?.[1] ?? ''
  return { browser: find(browsers), system: find(systems) }
}
