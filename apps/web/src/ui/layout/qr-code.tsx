type QrCodeProps = { qr: { size: number; path: string }; label: string; className: string | undefined }

/** A QR code that the server has drawn, with its quiet zone, black on white: scanners need the contrast. */
export const QrCode = ({ qr: { size, path }, label, className }: QrCodeProps) => (
  <svg
    className={className}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    role="img"
    aria-label={label}
  >
    <path d={path} />
  </svg>
)
