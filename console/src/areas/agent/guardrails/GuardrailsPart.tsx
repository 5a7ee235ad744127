import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconTemplate } from '@tabler/icons-react'
import { words } from '#words/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent } from '../../../app/org.ts'
import { LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { TemplateDialog } from '../catalog/TemplateDialog.tsx'
import { useTake } from '../catalog/useTake.ts'
import { TextList } from '../fields/TextList.tsx'
import { Times } from './Times.tsx'

const { guardrails: said } = words
const lists = ['topicsToAvoid', 'claimsNotToMake', 'requiredDisclaimers'] as const
const most = 200
const longest = 1000

type Form = Record<(typeof lists)[number], string[]> & { derivedFromTemplates: string[] }

function shown(answer: Schema<'AgentGuardrails'>): Form {
  const { topicsToAvoid = [], claimsNotToMake = [], requiredDisclaimers = [], derivedFromTemplates = [] } = answer
  return { topicsToAvoid, claimsNotToMake, requiredDisclaimers, derivedFromTemplates }
}

/** Lists that hold nothing are left out; where they came from is not ours to write. */
function sent(form: Form) {
  return Object.fromEntries(lists.flatMap((list) => (form[list].length > 0 ? [[list, form[list]]] : [])))
}

const sections = (form: Form) => ({ guardrails: sent(form) })

export function GuardrailsPart() {
  const part = usePart({ path: '/guardrails', shown, sent, sections })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const add = (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} aria-hidden />}
      onClick={open}
      disabled={dirty}
      title={dirty ? words.gallery.saveFirst : undefined}
    >
      {said.choose}
    </Button>
  )
  return (
    <PartFrame
      part={part}
      section="guardrails"
      title={words.parts.guardrails}
      lead={said.lead}
      actions={!readOnly && add}
      below={<Times />}
    >
      {ready && (
        <Stack gap="lg">
          <LintedAlone path="guardrails" />
          <From templates={form.values.derivedFromTemplates} />
          {lists.map((list) => (
            <TextList
              key={list}
              form={form}
              path={list}
              documentPath={`guardrails.${list}`}
              label={said.lists[list].label}
              description={said.lists[list].help}
              entryName={said.lists[list].entry}
              add={said.lists[list].add}
              values={form.values[list]}
              most={most}
              longest={longest}
              readOnly={readOnly}
            />
          ))}
        </Stack>
      )}
      <Sets opened={choosing} close={close} taken={form.values?.derivedFromTemplates ?? []} />
    </PartFrame>
  )
}

function From({ templates }: { templates: readonly string[] }) {
  const { data } = useCatalog('guardrail-templates')
  if (templates.length === 0) return null
  return (
    <Group gap={6}>
      <Text size="sm" className="quiet">
        {said.from}
      </Text>
      {templates.map((id) => (
        <Badge key={id} variant="default" tt="none">
          {data?.find((template) => template.id === id)?.name ?? id}
        </Badge>
      ))}
    </Group>
  )
}

function Sets({ opened, close, taken }: { opened: boolean; close: () => void; taken: readonly string[] }) {
  const agent = useAgent()
  const { data } = useCatalog('guardrail-templates')
  const take = useTake((templateId) => agent.api.post('/guardrails/import', { body: { templateId } }), close)
  return (
    <TemplateDialog
      opened={opened}
      close={close}
      title={said.choose}
      lead={said.chooseLead}
      entries={data}
      taken={taken}
      take={take.mutate}
      taking={take.isPending ? take.variables.id : undefined}
      content={(template) => (
        <Stack gap={6}>
          {lists.map((list) => (
            <Lines key={list} label={said.lists[list].label} lines={template[list] ?? []} />
          ))}
        </Stack>
      )}
    />
  )
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
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
