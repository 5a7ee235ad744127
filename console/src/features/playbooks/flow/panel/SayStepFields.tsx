import { Select, Stack, TagsInput, Text } from '@mantine/core'
import { type AgentFlow, AgentIdentity, getSayTemplateId, readablePersonFields, type SayStep } from '@parley/definition'
import { useMemo } from 'react'
import { strings } from '#i18n/flow.ts'
import { AmlEditor } from '../../../../components/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../../components/aml/AmlPreview.tsx'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings
const previewChannels = ['rcs', 'sms', 'webchat', 'messengerA'] as const
const most = 4

export function SayStepFields({ studio, step, change }: StepFieldsProps<'say'>) {
  const { document, references, contentData, readOnly } = studio
  const { head } = document.graph
  const slots = useMemo(() => slotPaths(head, references), [head, references])
  const template = getSayTemplateId(step)
  const { text, suggestions } = readSay(step)
  const write = (next: SayContent) => change({ ...step, say: writeSay(next) })
  return (
    <Stack>
      <Select
        label={texts.template}
        description={texts.templateHint}
        placeholder={texts.noTemplate}
        data={contentData.templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={template ?? null}
        clearable
        searchable
        onChange={(id) => write({ text: id === null ? strings.flow.newWords : `template:${id}`, suggestions })}
      />
      {template === undefined && (
        <AmlEditor
          label={texts.say}
          value={text}
          readOnly={readOnly}
          slots={slots}
          minHeight="6rem"
          onChange={(next) => write({ text: next, suggestions })}
        />
      )}
      <TagsInput
        label={texts.suggestions}
        description={texts.suggestionsHint}
        maxTags={most}
        value={suggestions}
        onChange={(chips) => write({ text, suggestions: chips })}
      />
      <Text size="sm" fw={500}>
        {texts.preview}
      </Text>
      <AmlPreview text={previewOf(text, template, suggestions)} channels={previewChannels} />
    </Stack>
  )
}

type SayContent = { text: string; suggestions: string[] }

function readSay({ say }: SayStep): SayContent {
  return typeof say === 'string'
    ? { text: say, suggestions: [] }
    : { text: say.text, suggestions: say.suggestions ?? [] }
}

const writeSay = ({ text, suggestions }: SayContent): SayStep['say'] =>
  suggestions.length === 0 ? text : { text, suggestions }

/** Builds AML for the preview: suggestions become chips. */
function previewOf(text: string, template: string | undefined, suggestions: readonly string[]): string {
  const chips = suggestions.map((chip) => chip.replace(/[\\|\]=]/g, '\\$&')).join(' | ')
  const body = template === undefined ? text : `[[template: ${template}]]`
  return chips === '' ? body : `${body}\n\n[[chips: ${chips}]]`
}

type Fields = { peopleFields: readonly { key: string }[] }

/** Slots that a text of the flow can use. */
function slotPaths({ slots }: Pick<AgentFlow, 'slots'>, { peopleFields }: Fields): string[] {
  return [
    ...slots.map(({ name }) => name),
    ...readablePersonFields.map((field) => `person.${field}`),
    ...peopleFields.map(({ key }) => `person.customFields.${key}`),
    'agent.name',
    ...Object.keys(AgentIdentity.shape).map((field) => `agent.${field}`),
  ]
}
