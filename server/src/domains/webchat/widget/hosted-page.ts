import { escapeHtml } from '../../../platform/pages/shell.ts'

export function renderHostedPage(name: string, bindingId: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<script src="/webchat.js" data-binding="${escapeHtml(bindingId)}" data-position="page" async></script>
</head>
<body></body>
</html>
`
}

/** Images and videos in messages may come from anywhere; everything else is our own. */
export const hostedPageCsp =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src https: http: data:; media-src https: http:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
