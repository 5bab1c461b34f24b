import { useLayoutEffect, useRef, useState } from 'react'

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Strips everything but digits from what is typed into a field, and keeps the caret behind the same digit: React sets
 * it to the end when a field gets another text than was typed.
 */
export function useDigitsOnly(isOn: boolean) {
  // Where nothing but letters was typed the text stays as it was, and is drawn again all the same.
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
