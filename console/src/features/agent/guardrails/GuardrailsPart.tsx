import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { guardrailLists } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconTemplate } from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ExactFindings, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { CatalogTemplateDialog, useApplyTemplate } from '../catalog/CatalogTemplateDialog.tsx'

import { TextList } from '../fields/TextFields.tsx'
import { QuietTimes } from './QuietTimes.tsx'

const { guardrails: texts } = strings
const most = 200
const longest = 1000

type Form = Record<(typeof guardrailLists)[number], string[]> & { derivedFromTemplates: string[] }

function toForm(answer: Schema<'AgentGuardrails'>): Form {
  const { topicsToAvoid = [], claimsNotToMake = [], requiredDisclaimers = [], derivedFromTemplates = [] } = answer
  return { topicsToAvoid, claimsNotToMake, requiredDisclaimers, derivedFromTemplates }
}

/** Omits empty lists. The server maintains where entries came from. */
function toBody(form: Form) {
  return Object.fromEntries(guardrailLists.flatMap((list) => (form[list].length > 0 ? [[list, form[list]]] : [])))
}

const sections = (form: Form) => ({ guardrails: toBody(form) })

export function GuardrailsPart() {
  const part = useAgentSection({ path: '/guardrails', toForm, toBody, sections })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const add = (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} aria-hidden />}
      onClick={open}
      disabled={dirty}
      title={dirty ? strings.gallery.saveFirst : undefined}
    >
      {texts.choose}
    </Button>
  )
  return (
    <SectionFrame
      part={part}
      section="guardrails"
      title={strings.parts.guardrails}
      lead={texts.lead}
      actions={!readOnly && add}
      below={<QuietTimes />}
    >
      {ready && (
        <Stack gap="lg">
          <ExactFindings path="guardrails" />
          <AppliedTemplates templates={form.values.derivedFromTemplates} />
          {guardrailLists.map((list) => (
            <TextList
              key={list}
              form={form}
              path={list}
              documentPath={`guardrails.${list}`}
              label={texts.lists[list].label}
              description={texts.lists[list].help}
              entryName={texts.lists[list].entry}
              add={texts.lists[list].add}
              values={form.values[list]}
              most={most}
              longest={longest}
              readOnly={readOnly}
            />
          ))}
        </Stack>
      )}
      <GuardrailTemplates opened={choosing} close={close} usedIds={form.values?.derivedFromTemplates ?? []} />
    </SectionFrame>
  )
}

function AppliedTemplates({ templates }: { templates: readonly string[] }) {
  const { data } = useCatalog('guardrail-templates')
  if (templates.length === 0) return null
  return (
    <Group gap={6}>
      <Text size="sm" className="quiet">
        {texts.from}
      </Text>
      {templates.map((id) => (
        <Badge key={id} variant="default" tt="none">
          {data?.find((template) => template.id === id)?.name ?? id}
        </Badge>
      ))}
    </Group>
  )
}

function GuardrailTemplates({
  opened,
  close,
  usedIds,
}: {
  opened: boolean
  close: () => void
  usedIds: readonly string[]
}) {
  const agent = useAgent()
  const { data } = useCatalog('guardrail-templates')
  const take = useApplyTemplate((templateId) => agent.api.post('/guardrails/import', { body: { templateId } }), close)
  return (
    <CatalogTemplateDialog
      opened={opened}
      close={close}
      title={texts.choose}
      lead={texts.chooseLead}
      entries={data}
      usedIds={usedIds}
      take={take.mutate}
      taking={take.isPending ? take.variables.id : undefined}
      content={(template) => (
        <Stack gap={6}>
          {guardrailLists.map((list) => (
            <TextLines key={list} label={texts.lists[list].label} lines={template[list] ?? []} />
          ))}
        </Stack>
      )}
    />
  )
}

function TextLines({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Text size="xs" fw={600}>
        {label}
      </Text>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </div>
  )
}
