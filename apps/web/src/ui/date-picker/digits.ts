import { useLayoutEffect, useRef, useState } from 'react'

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Removes all non-digits from the typed text and restores the caret after the same digit: React moves it to the end
 * when the value differs from the typed text.
 */
export function useDigitsOnly(isOn: boolean) {
  // If only letters were typed the text is unchanged; render anyway, to reset the input.
  const [, setStrips] = useState(0)
  const wanted = useRef<{ input: HTMLInputElement; caret: number }>(undefined)
  useLayoutEffect(() => {
    const { input, caret } = wanted.current ?? {}
    wanted.current = undefined
    input?.setSelectionRange(caret ?? null, caret ?? null)
  })
  return (input: HTMLInputElement): string => {
    if (!isOn) return input.value
    const caret = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
    if (digitsOf(input.value) !== input.value) {
      wanted.current = { input, caret }
      setStrips((strips) => strips + 1)
    }
    return digitsOf(input.value)
  }
}
