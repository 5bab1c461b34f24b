/** Characters of a legal text in Markdown, and of a value in it. Imports nothing, so that the browser loads no schemas with it. */
export const maxTextLength = 100_000
export const maxValueLength = 1_000
