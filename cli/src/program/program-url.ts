import { usageError } from '../exit.ts'

/** Parses the address of a local program: `http://localhost:3000/hook`, or shorter: `localhost:3000/hook`, `3000`. */
export function parseProgramUrl(option: string, text: string): string {
  const whole = /^\d{1,5}(\/|$)/.test(text) ? `localhost:${text}` : text
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(whole) ? whole : `http://${whole}`
  const { protocol, username, hostname, href } = URL.canParse(url) ? new URL(url) : invalidProgramUrl
  if (/^https?:$/.test(protocol) && hostname !== '' && username === '') return href
  throw usageError(`${option} takes an address like http://localhost:3000/hook, or a port, without a password`)
}

const invalidProgramUrl = { protocol: '', username: '', hostname: '', href: '' }
