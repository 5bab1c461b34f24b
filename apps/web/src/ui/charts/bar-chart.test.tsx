import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BarChart, type ChartPart } from './bar-chart.tsx'

/** Renders one bar and returns the fills of its parts that are textures. */
function texturesOf(parts: ChartPart[]) {
  const bars = [{ label: '21/11', title: '21/11/2026', values: parts.map(() => 10) }]
  const { container } = render(
    <BarChart parts={parts} bars={bars} labelledBy="title" describedBy="summary" />,
  )
  return [...container.querySelectorAll('[role="img"] g > rect')].flatMap((part) => {
    const fill = part.getAttribute('fill') ?? ''
    return fill.startsWith('url(') ? [fill.replace(/.*-|\)/g, '')] : []
  })
}

describe('BarChart', () => {
  it('gives each of several parts a texture of its own', () => {
    const parts: ChartPart[] = [
      { label: 'Τηγανέλαιο', tone: 'amber' },
      { label: 'Επαναχρησιμοποίηση', tone: 'green' },
    ]
    expect(texturesOf(parts)).toEqual(['amber', 'green'])
  })

  it('gives a single part no texture', () => {
    expect(texturesOf([{ label: 'Πολίτες', tone: 'green' }])).toEqual([])
  })
})
