import type { Binding } from '../data.ts'

/** Stands for the public address of the gateway where the API does not tell it. */
const unknown = '{gateway}'

/** Where this binding listens, and the address of the gateway in front of that. */
export function gatewayOf({ id, callbackUrl }: Pick<Binding, 'id' | 'callbackUrl'>): { url: string; known: boolean } {
  const end = `/providers/${id}`
  const known = callbackUrl?.endsWith(end) ?? false
  return { url: known && callbackUrl ? callbackUrl.slice(0, -end.length) : unknown, known }
}

export type Look = { position: 'right' | 'left' | 'page'; open: boolean }

/** The line that puts a chat on a page. */
export function embedCode(gateway: string, bindingId: string, { position, open }: Look): string {
  const attributes = [
    `src="${gateway}/webchat.js"`,
    `data-binding="${bindingId}"`,
    ...(position === 'right' ? [] : [`data-position="${position}"`]),
    ...(open ? ['data-open'] : []),
    'async',
  ]
  return `<script ${attributes.join(' ')}></script>`
}
