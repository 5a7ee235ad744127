import type { FuzzRequest } from './request.ts'

/** Returns the smallest request found that still `fails`, by removing one part after another. */
export async function shrinkRequest(
  request: FuzzRequest,
  fails: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  for (let attemptsLeft = maxAttempts; attemptsLeft > 0; ) {
    const { next, attempts } = await findFailing(smallest, fails, attemptsLeft)
    attemptsLeft -= attempts
    if (!next) return smallest
    smallest = next
  }
  return smallest
}

const maxAttempts = 400

async function findFailing(
  request: FuzzRequest,
  fails: (smaller: FuzzRequest) => Promise<boolean>,
  maxAttempts: number,
) {
  let attempts = 0
  for (const smaller of listSmallerRequests(request)) {
    if (++attempts > maxAttempts) break
    if (await fails(smaller)) return { next: smaller, attempts }
  }
  return { next: undefined, attempts }
}

function* listSmallerRequests(request: FuzzRequest): Generator<FuzzRequest> {
  const { query, headers, body } = request
  if (body) yield { ...request, body: undefined }
  if (query.length > 2) yield { ...request, query: query.slice(0, query.length / 2) }
  for (const index of query.keys()) yield { ...request, query: query.toSpliced(index, 1) }
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers
    yield { ...request, headers: rest }
  }
  if (body && 'text' in body)
    yield* listShorterTexts(body.text).map((text) => ({ ...request, body: { ...body, text } }))
  if (body && 'json' in body) for (const json of listSmallerValues(body.json)) yield { ...request, body: { json } }
}

const listShorterTexts = (text: string): string[] =>
  text.length < 2 ? [] : [text.slice(0, text.length / 2), text.slice(text.length / 2), text.slice(1), text.slice(0, -1)]

function* listSmallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* listShorterTexts(value)
  if (Array.isArray(value)) yield* listSmallerLists(value)
  else if (typeof value === 'object' && value !== null) yield* listSmallerObjects(value)
}

function* listSmallerLists(items: readonly unknown[]): Generator<unknown> {
  if (items.length > 3) yield items.slice(0, items.length / 2)
  for (const index of items.keys()) yield items.toSpliced(index, 1)
  for (const [index, item] of items.entries())
    for (const smaller of listSmallerValues(item)) yield items.with(index, smaller)
}

function* listSmallerObjects(object: object): Generator<unknown> {
  const entries = Object.entries(object)
  for (const index of entries.keys()) yield Object.fromEntries(entries.toSpliced(index, 1))
  for (const [index, [key, item]] of entries.entries()) {
    for (const smaller of listSmallerValues(item)) yield Object.fromEntries(entries.with(index, [key, smaller]))
  }
}
