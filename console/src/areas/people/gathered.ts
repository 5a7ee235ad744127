export async function gathered<One>(all: AsyncIterable<One>): Promise<One[]> {
  const list: One[] = []
  for await (const one of all) list.push(one)
  return list
}
