import type { Api } from '../../http/api.ts'
import type { Result } from './run.ts'

/** Those that did not pass, in the order of the run. */
export async function unpassed(api: Api, run: string): Promise<Result[]> {
  return [...(await inState(api, run, 'failed')), ...(await inState(api, run, 'errored'))]
}

async function inState(api: Api, run: string, state: string): Promise<Result[]> {
  const all: Result[] = []
  for (;;) {
    const last = all.at(-1)
    const after = last ? `&startingAfter=${encodeURIComponent(last.id)}` : ''
    const page = await api.get<{ data: Result[]; hasMore: boolean }>(`${run}/results?state=${state}&limit=200${after}`)
    all.push(...page.data)
    if (!page.hasMore || page.data.length === 0) return all
  }
}
