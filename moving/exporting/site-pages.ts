/** The page of an exported site that the service does not have. */
import { escapeHtml } from '../../plugins/representation/escape.ts'

/** Returns a page that leads to the blog. @param file path of the blog's page */
export const startPage = (title: string, file: string): string =>
  `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${escapeHtml(file)}">
<title>${escapeHtml(title)}</title>
</head>
<body><a href="${escapeHtml(file)}">${escapeHtml(title)}</a></body>
</html>
`
