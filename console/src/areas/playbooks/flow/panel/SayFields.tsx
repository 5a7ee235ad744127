import { Select, Stack, TagsInput, Text } from '@mantine/core'
import { type SayStep, templateSaid } from '@parley/definition'
import { useMemo } from 'react'
import { words } from '#words/playbooks.ts'
import { AmlEditor } from '../../../../parts/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../../parts/aml/AmlPreview.tsx'
import type { FieldsGiven } from './StepPanel.tsx'
import { slotPaths } from './slot-paths.ts'

const { step: said } = words
const shownOn = ['rcs', 'sms', 'webchat', 'messengerA'] as const
const most = 4

export function SayFields({ studio, step, change }: FieldsGiven<'say'>) {
  const { document, around, parts, readOnly } = studio
  const { head } = document.graph
  const slots = useMemo(() => slotPaths(head, around), [head, around])
  const template = templateSaid(step)
  const { text, suggestions } = readSay(step)
  const write = (next: Said) => change({ ...step, say: writeSay(next) })
  return (
    <Stack>
      <Select
        label={said.template}
        description={said.templateHint}
        placeholder={said.noTemplate}
        data={parts.templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={template ?? null}
        clearable
        searchable
        onChange={(id) => write({ text: id === null ? words.flow.newWords : `template:${id}`, suggestions })}
      />
      {template === undefined && (
        <AmlEditor
          label={said.say}
          value={text}
          readOnly={readOnly}
          slots={slots}
          minHeight="6rem"
          onChange={(next) => write({ text: next, suggestions })}
        />
      )}
      <TagsInput
        label={said.suggestions}
        description={said.suggestionsHint}
        maxTags={most}
        value={suggestions}
        onChange={(chips) => write({ text, suggestions: chips })}
      />
      <Text size="sm" fw={500}>
        {said.preview}
      </Text>
      <AmlPreview text={previewOf(text, template, suggestions)} channels={shownOn} />
    </Stack>
  )
}

type Said = { text: string; suggestions: string[] }

function readSay({ say }: SayStep): Said {
  return typeof say === 'string'
    ? { text: say, suggestions: [] }
    : { text: say.text, suggestions: say.suggestions ?? [] }
}

const writeSay = ({ text, suggestions }: Said): SayStep['say'] =>
  suggestions.length === 0 ? text : { text, suggestions }

/** The same as AML: a suggestion is a chip. */
function previewOf(text: string, template: string | undefined, suggestions: readonly string[]): string {
  const chips = suggestions.map((chip) => chip.replace(/[\\|\]=]/g, '\\$&')).join(' | ')
  const body = template === undefined ? text : `[[template: ${template}]]`
  return chips === '' ? body : `${body}\n\n[[chips: ${chips}]]`
}
