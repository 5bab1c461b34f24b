const canvas = { width: 170, height: 150, viewBox: '0 0 170 150', 'aria-hidden': true } as const

/** A bottle of used oil, and drops. */
export const OilPicture = () => (
  <svg {...canvas}>
    <ellipse cx="85" cy="136" rx="62" ry="8" fill="#e9cf8d" opacity=".6" />
    <rect x="60" y="40" width="50" height="94" rx="14" fill="#fff" stroke="#a86a00" strokeWidth="3" />
    <path d="M62 84h46v36a12 12 0 0 1-12 12H74a12 12 0 0 1-12-12z" fill="#f0b429" />
    <rect x="72" y="20" width="26" height="20" rx="5" fill="#c24a0e" />
    <rect x="76" y="25" width="18" height="4" rx="2" fill="#ffe8da" />
    <path d="M132 36c9 10 13 17 13 23a13 13 0 0 1-26 0c0-6 4-13 13-23z" fill="#f0b429" />
    <path d="M36 64c6 7 9 12 9 16a9 9 0 0 1-18 0c0-4 3-9 9-16z" fill="#f6cf72" />
  </svg>
)

/** A box with a reuse arrow. */
export const ReusePicture = () => (
  <svg {...canvas}>
    <ellipse cx="85" cy="136" rx="62" ry="8" fill="#b9dcc7" opacity=".7" />
    <rect x="52" y="72" width="66" height="58" rx="8" fill="#fff" stroke="#14573a" strokeWidth="3" />
    <path d="M52 84h66M85 72v58" stroke="#14573a" strokeWidth="3" />
    <path d="M58 56a30 30 0 0 1 50-12" fill="none" stroke="#2e9d66" strokeWidth="7" strokeLinecap="round" />
    <path d="M112 30l-1 19-17-7z" fill="#2e9d66" />
  </svg>
)

/** A coupon with a star. */
export const RedemptionPicture = () => (
  <svg {...canvas}>
    <ellipse cx="85" cy="136" rx="62" ry="8" fill="#f3c3a6" opacity=".6" />
    <path
      d="M30 52h110v22a12 12 0 0 0 0 24v22H30V98a12 12 0 0 0 0-24z"
      fill="#fff"
      stroke="#c24a0e"
      strokeWidth="3"
    />
    <path d="M104 54v64" stroke="#c24a0e" strokeWidth="3" strokeDasharray="5 6" />
    <path d="M67 72l5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2z" fill="#f2843b" />
  </svg>
)
