import { Fieldset, MultiSelect, NumberInput, Stack, Switch, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings } from '#i18n/versions.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { useSuites } from '../../tests/shared/test-data.ts'
import { VersionsFrame } from '../VersionsFrame.tsx'
import { type PublishingForm, toPublishingBody, toPublishingForm } from './publishing-form.ts'

const { settings: texts } = strings

/** Whether live changes only through drafts, and what must hold before one is published. */
export function PublishingPage() {
  const agent = useAgent()
  const queries = useQueryClient()
  const editor = useEditor<PublishingForm>({
    key: agent.key('publishing-settings'),
    read: (signal) => agent.api.raw('GET', '/settings/publishing', { signal }),
    write: (form, headers) => agent.api.raw('PUT', '/settings/publishing', { body: toPublishingBody(form), headers }),
    toForm: (answer: Schema<'PublishingSettings'>) => toPublishingForm(answer),
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('publishing') }),
  })
  const { form, ready } = editor
  return (
    <VersionsFrame>
      <Text size="sm" className="quiet">
        {texts.lead}
      </Text>
      <EditorFrame editor={editor}>
        {ready && (
          <Stack maw={640}>
            <Switch
              label={texts.requireDraft}
              description={texts.requireDraftHint}
              {...form.getInputProps('requireDraft', { type: 'checkbox' })}
            />
            <Switch
              label={texts.gate}
              description={texts.gateHint}
              {...form.getInputProps('hasGate', { type: 'checkbox' })}
            />
            {form.getValues().hasGate && <GateFields editor={editor} />}
          </Stack>
        )}
      </EditorFrame>
    </VersionsFrame>
  )
}

function GateFields({ editor: { form } }: { editor: Editor<PublishingForm> }) {
  const suites = useSuites().data ?? []
  return (
    <Fieldset legend={texts.gate}>
      <Stack>
        <MultiSelect
          label={texts.suites}
          description={texts.suitesHint}
          data={suites.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
          searchable
          {...form.getInputProps('gate.suiteIds')}
        />
        <NumberInput
          label={texts.passRate}
          min={0}
          max={100}
          maw={260}
          {...form.getInputProps('gate.minPassPercent')}
        />
        <NumberInput label={texts.age} min={1} max={525_600} maw={260} {...form.getInputProps('gate.maxAgeMinutes')} />
        <Switch label={texts.flows} {...form.getInputProps('gate.noFlowErrors', { type: 'checkbox' })} />
      </Stack>
    </Fieldset>
  )
}
