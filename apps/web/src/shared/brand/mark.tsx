/** The portal's own mark: a drop of oil with a leaf. Decorative; the product's name is next to it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="12" fill="#14573a" />
      <path
        d="M20 7c5.6 6.4 8.6 10.9 8.600 15.200A8.600 8.600 0 0 1 20 31a8.600 8.600 0 0 1-8.600-8.800C11.400 17.900 14.400 13.400 20 7z"
        fill="#f0b429"
      />
      <path d="M20 31c0-7 2.500-11.500 8.300-14.200.2 9-2.700 14-8.300 14.200z" fill="#2e9d66" />
    </svg>
  )
}
