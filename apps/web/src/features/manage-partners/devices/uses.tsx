import type { DeskUse } from '@portal/contract/desk/desk.ts'
import type { ComponentProps } from 'react'
import { Choices } from '#web/shared/manage/choices.tsx'
import { useNames } from './text.ts'

const uses = Object.keys(useNames) as DeskUse[]
const options = uses.map((value) => ({ value, label: useNames[value] }))

/** The uses in the value of a field, one a line. */
export const usesOf = (value: string): DeskUse[] => uses.filter((use) => value.split('\n').includes(use))

/** What a device may do, to choose at least one. */
export const Uses = (props: Omit<ComponentProps<typeof Choices>, 'options'>) => (
  <Choices {...props} options={options} />
)
