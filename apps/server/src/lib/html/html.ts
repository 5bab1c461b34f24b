import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Brand } from '@portal/contract/site.ts'

/** A text as it may stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

/** The style of every page that the server draws by itself; a feature's own comes behind it. */
export const pageStyle = readFileSync(resolve(import.meta.dirname, 'page.css'), 'utf8')

type Page = { title: string; /** A path. */ style: string; /** HTML, escaped already. */ body: string }

/** A page that the server draws by itself: the few that have to be there without the web app. */
export const htmlPage = (
  { product, title_suffix: suffix }: Brand,
  { title, style, body }: Page,
) => `<!doctype html>
<html lang="el">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(suffix)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${escapeHtml(style)}">
</head>
<body>
<header><a href="/">${escapeHtml(product)}</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
