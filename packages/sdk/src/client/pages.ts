type Page = { data: unknown[]; nextPageToken?: string; hasMore?: boolean }
type PageCursor = { pageToken: string } | { startingAfter: string }

/** Every item of a list, page after page: by a token, or after the id of the last one. */
export async function* iterateItems(
  readPage: (turn: PageCursor | undefined) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  let turn: PageCursor | undefined
  do {
    const page = (await readPage(turn)) as Page
    yield* page.data
    turn = nextCursor(page)
  } while (turn)
}

function nextCursor({ data, nextPageToken, hasMore }: Page): PageCursor | undefined {
  if (nextPageToken !== undefined && nextPageToken !== null) return { pageToken: nextPageToken }
  const last = data.at(-1) as { id?: unknown } | undefined
  return hasMore && typeof last?.id === 'string' ? { startingAfter: last.id } : undefined
}
