const keptAs = { grant: 'parley-emulator-grant', persona: 'parley-emulator-persona' }

const kept = (key) => ({
  read: () => sessionStorage.getItem(key) ?? '',
  keep: (value) => sessionStorage.setItem(key, value),
  forget: () => sessionStorage.removeItem(key),
})
export const grant = kept(keptAs.grant)
export const chosen = kept(keptAs.persona)

/** Extracts the grant from a link, a fragment, or the bare grant; returns undefined if there is none. */
export function grantIn(text) {
  return /(?:^|#)(v[12]\.[\w.~-]+)\s*$/.exec(text.trim())?.[1]
}

export class Refused extends Error {
  /** `fields`: the error of each invalid field. */
  constructor(status, words, fields = []) {
    super(words)
    this.status = status
    this.fields = fields
  }
}

/** Calls the API with the grant that this tab stores. */
export async function call(method, path, body) {
  const headers = { authorization: `Bearer ${grant.read()}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await reach(`/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Refused(response.status, sentence(response.status, answer), answer.errors)
  return answer
}

const reach = (url, asked) =>
  fetch(url, asked).catch(() => {
    throw new Refused(0, 'Cannot reach Parley.')
  })

function sentence(status, { detail, title, errors = [] }) {
  if (status === 429) return 'Too many requests. Wait a moment, then try again.'
  if (status >= 500) return 'Something went wrong on the server. Try again in a moment.'
  const wrong = errors.map(({ field, message }) => `${field.replace(/^fields\./, '')} ${message}`)
  return wrong.length > 0
    ? `${wrong.join('; ')}.`
    : `${detail ?? title ?? `Parley responded with status ${status}`}.`.replace('..', '.')
}
