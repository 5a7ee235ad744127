import { listPictures, readContentText, readDemoPicture } from '../content.ts'
import { type DemoClient, type DemoStep, type ListReply, RawBody } from '../demo-context.ts'

/** Imports the agent as one document, with the pictures of its Things. */
export const definitionStep: DemoStep = {
  name: 'definition',
  async run({ agent }) {
    const document = await readContentText('agent.yaml')
    const ids = await uploadPictures(agent)
    const named = document.replace(/(?<=\bmedia: )[\w-]+\.png$/gm, (name) => ids.get(name) ?? name)
    await agent.post('/import', new RawBody('application/yaml', named))
  },
}

type MediaItem = { id: string; name: string }

async function uploadPictures(agent: DemoClient): Promise<Map<string, string>> {
  const { data } = await agent.get<ListReply<MediaItem>>('/media?limit=200')
  const ids = new Map(data.map(({ id, name }) => [name, id]))
  for (const name of await listPictures()) {
    if (!ids.has(name)) ids.set(name, await uploadPicture(agent, name))
  }
  return ids
}

async function uploadPicture(agent: DemoClient, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([await readDemoPicture(name)], { type: 'image/png' }), name)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const { id } = await agent.post<MediaItem>('/media', new RawBody(type, Buffer.from(await encoded.arrayBuffer())))
  return id
}

const name = 'After your treatment'

/** Adds a knowledge page, for questions that the Facts do not cover. */
export const knowledgeStep: DemoStep = {
  name: 'knowledge',
  async run({ agent }) {
    const { data } = await agent.get<ListReply<{ name: string }>>('/knowledge/sources')
    if (data.some((source) => source.name === name)) return
    const text = await readContentText('aftercare.md')
    await agent.post('/knowledge/sources', { kind: 'text', name, text, contentType: 'text/markdown' })
  },
}
