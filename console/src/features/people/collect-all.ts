export async function collectAll<One>(all: AsyncIterable<One>): Promise<One[]> {
  const list: One[] = []
  for await (const one of all) list.push(one)
  return list
}
