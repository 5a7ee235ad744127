import { readFileSync, writeFileSync } from 'node:fs'
import type { FuzzRequest } from './request.ts'

/** A request that once got a wrong response, and what was wrong. */
export type CorpusEntry = { was: string; request: FuzzRequest }

const file = new URL('corpus.json', import.meta.url)

export const readCorpus = (): CorpusEntry[] => JSON.parse(readFileSync(file, 'utf8'))

/** Adds new entries: commit them with the fix, and `npm test` replays them from then on. */
export function addToCorpus(found: readonly CorpusEntry[]): void {
  const corpus = readCorpus()
  const isKnown = ({ was, request }: CorpusEntry) =>
    corpus.some((one) => one.was === was && one.request.route === request.route)
  const fresh = found.filter((one) => !isKnown(one))
  if (fresh.length > 0) writeFileSync(file, `${JSON.stringify([...corpus, ...fresh], null, 2)}\n`)
}
