import type { ReactNode } from 'react'
import { Fragment, jsx as reactJsx, type JSX, jsxs as reactJsxs } from 'react/jsx-runtime'

export { Fragment }
export type { JSX }

/**
 * React's JSX runtime, with each text beside other children in an element of its own (docs/decisions/043). A browser that
 * translates a page in place replaces text nodes by elements. React then fails to insert a sibling before such a text
 * ('NotFoundError'), and its changes of the text are not shown. It replaces the content of an element whose only child is a
 * text as a whole, which works.
 */
export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, apart(type, props), key)

export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, apart(type, props), key)

type Props = { children?: ReactNode }

/** Elements that contain text only. */
const textOnly = new Set(['option', 'title', 'textarea', 'style', 'text'])

/** Returns the props with wrapped texts. Components pass their children on to elements. */
export function apart<P>(type: unknown, props: P): P {
  if (typeof type !== 'string' && type !== Fragment) return props
  const { children } = props as Props
  const separated = separate(children, type === Fragment)
  if (separated === children) return props
  return {
    ...props,
    children: typeof type === 'string' && textOnly.has(type) ? (textOf(children) ?? children) : separated,
  }
}

/** @param isPart the children may have siblings, as those of a fragment */
function separate(children: ReactNode, isPart: boolean): ReactNode {
  const text = textOf(children)
  if (text !== undefined) return isPart ? wrap(text, 0) : text
  if (!Array.isArray(children)) return children
  const texts = children.map(textOf)
  if (texts.every((text, place) => text === undefined && !Array.isArray(children[place]))) return children
  return children.map((child: ReactNode, place) => {
    if (texts[place] === undefined) return Array.isArray(child) ? separate(child, true) : child
    // Neighbours are one text: the translator sees the whole sentence.
    if (place > 0 && texts[place - 1] !== undefined) return null
    const end = texts.findIndex((text, other) => other > place && text === undefined)
    return wrap(texts.slice(place, end === -1 ? undefined : end).join(''), place)
  })
}

/** White space between elements is neither translated nor changed. */
const wrap = (text: string, place: number): ReactNode =>
  text.trim() === '' ? text : reactJsx('span', { children: text }, `text ${place}`)

/** Returns the text of children that are only texts, such as `{count} points`. */
function textOf(child: ReactNode): string | undefined {
  if (typeof child === 'string' || typeof child === 'number') return String(child)
  if (!Array.isArray(child) || child.length === 0) return undefined
  const texts = child.map(textOf)
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined
}
