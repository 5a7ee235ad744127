type Page = { data: unknown[]; nextPageToken?: string; hasMore?: boolean }
type Turn = { pageToken: string } | { startingAfter: string }

/** Every item of a list, page after page: by a token, or after the id of the last one. */
export async function* itemsOf(readPage: (turn: Turn | undefined) => Promise<unknown>): AsyncGenerator<unknown, void> {
  let turn: Turn | undefined
  do {
    const page = (await readPage(turn)) as Page
    yield* page.data
    turn = turnAfter(page)
  } while (turn)
}

function turnAfter({ data, nextPageToken, hasMore }: Page): Turn | undefined {
  if (nextPageToken !== undefined && nextPageToken !== null) return { pageToken: nextPageToken }
  const last = data.at(-1) as { id?: unknown } | undefined
  return hasMore && typeof last?.id === 'string' ? { startingAfter: last.id } : undefined
}
