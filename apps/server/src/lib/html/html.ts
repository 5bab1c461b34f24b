import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Brand } from '@portal/contract/site.ts'

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

/** Base style sheet of server-rendered pages; features append their own rules. */
export const pageStyle = ['tokens.css', 'page.css']
  .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8'))
  .join('\n')

type Page = { title: string; /** A path. */ style: string; /** HTML, escaped already. */ body: string }

/** Renders an HTML page on the server, for pages that do not use the web app. */
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
