const keptAs = 'parley-lab-token'

export const token = {
  read: () => sessionStorage.getItem(keptAs) ?? '',
  keep: (value) => sessionStorage.setItem(keptAs, value),
  forget: () => sessionStorage.removeItem(keptAs),
}

export class Refused extends Error {
  constructor(status, words) {
    super(words)
    this.status = status
  }
}

/** Calls the lab's API with the agent's access token that this tab stores. */
export async function call(method, path, body) {
  const headers = { authorization: `Bearer ${token.read()}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`/lab/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok)
    throw new Refused(response.status, answer.message ?? `The lab responded with status ${response.status}`)
  return answer
}

export const pathOf = ({ channel, address }) => `/handsets/${channel}/${encodeURIComponent(address)}`
