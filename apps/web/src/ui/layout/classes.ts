/** Joins class names, without false and undefined. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
