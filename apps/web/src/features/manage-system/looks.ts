import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'

/** How the states of a check look. */
export const looks = {
  ok: { icon: CircleCheck, tone: 'good' },
  todo: { icon: CircleAlert, tone: 'bad' },
  unknown: { icon: CircleHelp, tone: 'off' },
} as const
