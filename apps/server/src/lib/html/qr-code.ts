import { encode } from 'uqr'

/** Draws a QR code as an SVG path of unit squares, with a quiet zone of four modules. */
export function qrCodeOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const runs = data.flatMap((cells, y) => {
    const row = cells.map((dark) => (dark ? '1' : '0')).join('')
    return [...row.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size, path: runs.join('') }
}
