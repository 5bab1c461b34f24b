/** Rejects literals outside the tokens (CONTRIBUTING.md, 'Styles'), unknown tokens, and mistakes in CSS. */
import stylelint from 'stylelint'

const webTokens = 'apps/web/src/app/tokens.css'
const serverTokens = 'apps/server/src/lib/html/tokens.css'
const length = /(?<![\w-])\d*\.?\d+(px|r?em|pt)\b/

const noLiterals = {
  'color-named': 'never',
  'color-no-hex': true,
  'declaration-property-value-allowed-list': {
    'box-shadow': ['none', /^var\(--shadow-/],
    'font-family': ['inherit', 'var(--font)'],
    'font-size': [/^var\(--text-/],
    'font-weight': ['inherit', /^var\(--weight-/],
    'z-index': [/^var\(--z-/],
  },
  'declaration-property-value-disallowed-list': {
    '/^border-(.*-)?radius$/': [length, '/%/'],
    font: [length],
    '/^(margin|padding|scroll-margin|scroll-padding|inset)(-|$)|gap$|^(top|right|bottom|left)$/': [length],
  },
  'function-disallowed-list': [/^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)$/],
}

/** Container queries in pixels do not follow the browser's text size; no rule of stylelint covers them. */
const containerUnits = 'portal/container-units'
const checkContainers = () => (root, result) => {
  root.walkAtRules('container', (node) => {
    const message = `Give the width in rem (${containerUnits})`
    if (/\dpx/.test(node.params)) stylelint.utils.report({ result, ruleName: containerUnits, node, message })
  })
}

/** @type {import('stylelint').Config} */
export default {
  ignoreFiles: ['**/{dist,node_modules}/**'],
  referenceFiles: [webTokens],
  plugins: [stylelint.createPlugin(containerUnits, checkContainers)],
  rules: {
    ...noLiterals,
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': true,
    'declaration-property-unit-disallowed-list': { '/^font(-size)?$/': ['px'] },
    'declaration-property-value-no-unknown': true,
    'media-feature-name-value-allowed-list': {
      '/width/': ['16em', '24em', '30em', '48em', '62em', '75em'],
      '/height/': ['35em'],
    },
    'no-duplicate-selectors': true,
    'no-unknown-custom-properties': true,
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    [containerUnits]: true,
  },
  overrides: [
    { files: ['apps/server/**'], referenceFiles: [serverTokens] },
    {
      // The example of a partner's site is meant to be copied: it has no tokens.
      files: [webTokens, serverTokens, 'examples/**'],
      rules: Object.fromEntries(Object.keys(noLiterals).map((rule) => [rule, null])),
    },
  ],
}
