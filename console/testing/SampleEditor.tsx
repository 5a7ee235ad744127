import { Stack, Textarea, TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import { words } from '#words/app.ts'
import { useAgent } from '../src/app/org.ts'
import { EditorFrame } from '../src/parts/editor/EditorFrame.tsx'
import { type EditorSource, useEditor } from '../src/parts/editor/useEditor.ts'
import { json } from './api.ts'
import type { Page } from './page.tsx'

export type Sample = { name: string; greeting: string; steps: { say: string }[] }

export const sample: Sample = { name: 'Ada', greeting: 'Hello', steps: [{ say: 'How are you?' }] }

type Source = Omit<Partial<EditorSource<Sample>>, 'key'>

/** The smallest page that edits a resource of the API, put together like those of the console. */
export function SampleEditor(source: Source) {
  const agent = useAgent()
  const editor = useEditor<Sample>({
    key: agent.key('sample'),
    read: (signal) => agent.api.raw('GET', '/sample', { signal }),
    write: (body, headers) => agent.api.raw('PUT', '/sample', { body, headers }),
    ...source,
  })
  const { form, ready } = editor
  return (
    <EditorFrame editor={editor}>
      {ready && (
        <Stack>
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <Textarea label="Greeting" {...form.getInputProps('greeting')} />
          <TextInput label="First step" {...form.getInputProps('steps.0.say')} />
        </Stack>
      )}
    </EditorFrame>
  )
}

/** Opens it with version `"v1"` of the sample; answers its first field. */
export async function openSample({ api, open }: Page, source: Source = {}) {
  api.answer('GET /sample', json(sample, '"v1"'))
  await open(<SampleEditor {...source} />)
  return findField(/^Name/)
}

export const findField = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
export const findSave = () => screen.findByRole('button', { name: words.save.save })
export const unsavedBar = () => screen.queryByRole('region', { name: words.save.unsaved })

export async function retype({ user }: Page, label: string | RegExp, text: string): Promise<void> {
  await user.clear(await findField(label))
  await user.paste(text)
}

export async function changeAndSave(page: Page, name: string): Promise<void> {
  await retype(page, /^Name/, name)
  await page.user.click(await findSave())
}
