import { contentText, picture, pictureNames } from '../content.ts'
import { type Door, Written } from '../door.ts'
import type { Listed, Step } from '../step.ts'

/** The agent as one document, with the pictures that its Things show. */
export const definition: Step = {
  name: 'definition',
  async run({ agent }) {
    const document = await contentText('agent.yaml')
    const ids = await uploadPictures(agent)
    const named = document.replace(/(?<=\bmedia: )[\w-]+\.png$/gm, (name) => ids.get(name) ?? name)
    await agent.post('/import', new Written('application/yaml', named))
  },
}

type MediaItem = { id: string; name: string }

async function uploadPictures(agent: Door): Promise<Map<string, string>> {
  const { data } = await agent.get<Listed<MediaItem>>('/media?limit=200')
  const ids = new Map(data.map(({ id, name }) => [name, id]))
  for (const name of await pictureNames()) {
    if (!ids.has(name)) ids.set(name, await upload(agent, name))
  }
  return ids
}

async function upload(agent: Door, name: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([await picture(name)], { type: 'image/png' }), name)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const { id } = await agent.post<MediaItem>('/media', new Written(type, Buffer.from(await encoded.arrayBuffer())))
  return id
}
