import { NumberInput, Stack, Switch, Text, Textarea } from '@mantine/core'
import { Conflict } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { words } from '#words/channels.ts'
import { useAgent } from '../../../app/org.ts'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../parts/editor/useEditor.ts'
import type { Binding } from '../data.ts'
import { Section } from './Section.tsx'
import { hasCompliance, type SettingsForm, settingsFormOf, settingsPatch } from './settings-form.ts'

const { binding: w } = words

export function Settings({ binding }: { binding: Binding }) {
  const editor = useSettings(binding)
  return (
    <Section title={w.settings}>
      <EditorFrame editor={editor}>
        {editor.ready && <Fields editor={editor} withCompliance={hasCompliance(binding)} />}
      </EditorFrame>
    </Section>
  )
}

function Fields({ editor: { form }, withCompliance }: { editor: Editor<SettingsForm>; withCompliance: boolean }) {
  const { enabled } = form.getValues().compliance
  return (
    <Stack>
      <NumberInput
        label={w.pace}
        description={w.paceHelp}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        maw={320}
        {...form.getInputProps('delivery.minMessageDelayMs')}
      />
      {withCompliance ? (
        <>
          <Switch
            label={w.compliance}
            description={w.complianceHelp}
            {...form.getInputProps('compliance.enabled', { type: 'checkbox' })}
          />
          {enabled && (
            <Textarea
              label={w.disclaimer}
              description={w.disclaimerHelp}
              autosize
              minRows={2}
              maxLength={1000}
              {...form.getInputProps('compliance.disclaimerText')}
            />
          )}
        </>
      ) : (
        <Text size="sm" className="quiet">
          {w.noCompliance}
        </Text>
      )}
    </Stack>
  )
}

/** The mark of a binding changes with its status too: it is a conflict only if these settings were changed. */
function useSettings(binding: Binding): Editor<SettingsForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { bindingId: binding.id }
  const base = useRef<SettingsForm>(undefined)
  const patch = (form: SettingsForm, headers: Record<string, string>) =>
    agent.api.raw('PATCH', '/channels/{bindingId}', { path, body: settingsPatch(form, binding), headers })
  const read = (signal?: AbortSignal) => agent.api.raw('GET', '/channels/{bindingId}', { path, signal })
  const editor = useEditor<SettingsForm>({
    key: agent.key('channel-settings', binding.id),
    read,
    write: (form, headers) =>
      patch(form, headers).catch(async (error: unknown) => {
        if (!(error instanceof Conflict) || error.status !== 412) throw error
        const now = await read()
        const theirs = settingsFormOf((await now.json()) as Binding)
        if (JSON.stringify(theirs) !== JSON.stringify(base.current)) throw error
        return patch(form, { 'if-match': now.headers.get('etag') ?? '*' })
      }),
    shown: settingsFormOf,
    after: () => void queries.invalidateQueries({ queryKey: agent.key('channels') }),
  })
  base.current = editor.saved
  return editor
}
