import type { FuzzRequest } from './request.ts'

/** Returns the smallest request found that still `fails`, by removing one part after another. */
export async function shrinkRequest(
  request: FuzzRequest,
  fails: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  for (let left = mostTries; left > 0; ) {
    const { next, tried } = await firstFailing(smallest, fails, left)
    left -= tried
    if (!next) return smallest
    smallest = next
  }
  return smallest
}

const mostTries = 400

async function firstFailing(request: FuzzRequest, fails: (smaller: FuzzRequest) => Promise<boolean>, most: number) {
  let tried = 0
  for (const smaller of smallerThan(request)) {
    if (++tried > most) break
    if (await fails(smaller)) return { next: smaller, tried }
  }
  return { next: undefined, tried }
}

function* smallerThan(request: FuzzRequest): Generator<FuzzRequest> {
  const { query, headers, body } = request
  if (body) yield { ...request, body: undefined }
  if (query.length > 2) yield { ...request, query: query.slice(0, query.length / 2) }
  for (const at of query.keys()) yield { ...request, query: query.toSpliced(at, 1) }
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...rest } = headers
    yield { ...request, headers: rest }
  }
  if (body && 'text' in body) yield* shorterTexts(body.text).map((text) => ({ ...request, body: { ...body, text } }))
  if (body && 'json' in body) for (const json of smallerValues(body.json)) yield { ...request, body: { json } }
}

const shorterTexts = (text: string): string[] =>
  text.length < 2 ? [] : [text.slice(0, text.length / 2), text.slice(text.length / 2), text.slice(1), text.slice(0, -1)]

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* shorterTexts(value)
  if (Array.isArray(value)) yield* smallerLists(value)
  else if (typeof value === 'object' && value !== null) yield* smallerObjects(value)
}

function* smallerLists(list: readonly unknown[]): Generator<unknown> {
  if (list.length > 3) yield list.slice(0, list.length / 2)
  for (const at of list.keys()) yield list.toSpliced(at, 1)
  for (const [at, each] of list.entries()) for (const smaller of smallerValues(each)) yield list.with(at, smaller)
}

function* smallerObjects(object: object): Generator<unknown> {
  const entries = Object.entries(object)
  for (const at of entries.keys()) yield Object.fromEntries(entries.toSpliced(at, 1))
  for (const [at, [key, each]] of entries.entries()) {
    for (const smaller of smallerValues(each)) yield Object.fromEntries(entries.with(at, [key, smaller]))
  }
}
