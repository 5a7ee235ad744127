import { readFileSync, writeFileSync } from 'node:fs'
import type { FuzzRequest } from './request.ts'

/** A request that once got a wrong response, and what was wrong. */
export type CorpusEntry = { fault: string; request: FuzzRequest }

const file = new URL('corpus.json', import.meta.url)

export const readCorpus = (): CorpusEntry[] => JSON.parse(readFileSync(file, 'utf8'))

/** Adds new entries: commit them with the fix, and `npm test` replays them from then on. */
export function addToCorpus(entries: readonly CorpusEntry[]): void {
  const corpus = readCorpus()
  const isKnown = ({ fault, request }: CorpusEntry) =>
    corpus.some((entry) => entry.fault === fault && entry.request.route === request.route)
  const newEntries = entries.filter((entry) => !isKnown(entry))
  if (newEntries.length > 0) writeFileSync(file, `${JSON.stringify([...corpus, ...newEntries], null, 2)}\n`)
}
