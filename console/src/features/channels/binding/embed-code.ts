import type { ChannelBinding } from '../data.ts'

/** Returns the public address of the gateway: the part of the callback URL before this binding's path. */
export const gatewayOriginOf = ({ id, callbackUrl }: Pick<ChannelBinding, 'id' | 'callbackUrl'>): string =>
  callbackUrl.slice(0, -`/providers/${id}`.length)

export type WidgetLook = { position: 'right' | 'left' | 'page'; open: boolean }

export function embedCode(gateway: string, bindingId: string, { position, open }: WidgetLook): string {
  const attributes = [
    `src="${gateway}/webchat.js"`,
    `data-binding="${bindingId}"`,
    ...(position === 'right' ? [] : [`data-position="${position}"`]),
    ...(open ? ['data-open'] : []),
    'async',
  ]
  return `<script ${attributes.join(' ')}></script>`
}
