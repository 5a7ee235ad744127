import { Stack, Textarea, TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { useAgent } from '../src/app/current-org.ts'
import { EditorFrame } from '../src/components/editor/EditorFrame.tsx'
import { type EditorSource, useEditor } from '../src/components/editor/useEditor.ts'
import { jsonResponse } from './api.ts'
import type { TestPage } from './page.tsx'

export type SampleDocument = { name: string; greeting: string; steps: { say: string }[] }

export const sampleDocument: SampleDocument = { name: 'Ada', greeting: 'Hello', steps: [{ say: 'How are you?' }] }

type Source = Omit<Partial<EditorSource<SampleDocument>>, 'key'>

/** The smallest page that edits an API resource, built like those of the console. */
export function SampleEditor(source: Source) {
  const agent = useAgent()
  const editor = useEditor<SampleDocument>({
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

/** Opens it with version `"v1"` of the sample; returns its first field. */
export async function openSample({ api, open }: TestPage, source: Source = {}) {
  api.answer('GET /sample', jsonResponse(sampleDocument, '"v1"'))
  await open(<SampleEditor {...source} />)
  return findField(/^Name/)
}

export const findField = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
export const findSave = () => screen.findByRole('button', { name: strings.save.save })
export const unsavedBar = () => screen.queryByRole('region', { name: strings.save.unsaved })

export async function replaceText({ user }: TestPage, label: string | RegExp, text: string): Promise<void> {
  await user.clear(await findField(label))
  await user.paste(text)
}

export async function changeAndSave(page: TestPage, name: string): Promise<void> {
  await replaceText(page, /^Name/, name)
  await page.user.click(await findSave())
}
