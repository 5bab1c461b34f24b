import type { Plugin } from 'vite'

/** The Greek parts of index.html and their translations. */
const translations = {
  'lang="el"': 'lang="en"',
  '<title>Πόντοι</title>': '<title>Points</title>',
  'Πόντοι ανακύκλωσης: παραδώστε τηγανέλαιο, επαναχρησιμοποιήστε αντικείμενα, συγκεντρώστε πόντους και εξαργυρώστε τους σε κουπόνια.':
    'Recycling points: drop off used cooking oil, reuse things, collect points and redeem them for coupons.',
  'Για να χρησιμοποιήσετε την υπηρεσία, ενεργοποιήστε τη JavaScript στον περιηγητή σας.':
    'To use this service, turn on JavaScript in your browser.',
}

function translate(html: string): string {
  let translated = html
  for (const [greek, english] of Object.entries(translations)) {
    if (!translated.includes(greek)) throw new Error(`index.html does not contain '${greek}'.`)
    translated = translated.replace(greek, english)
  }
  return translated
}

/** Writes index.en.html next to the build's index.html; the server chooses by the cookie `language`. */
export function languages(): Plugin {
  return {
    name: 'portal-languages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const html = bundle['index.html']
      if (html?.type !== 'asset') throw new Error('The build has no index.html.')
      const source = translate(String(html.source))
      this.emitFile({ type: 'asset', fileName: 'index.en.html', source })
    },
  }
}
