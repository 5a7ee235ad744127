import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTargetArrow, IconTemplate } from '@tabler/icons-react'
import { words } from '#words/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent } from '../../../app/org.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { entryAt } from '../../../parts/section/jump.ts'
import { LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { useItems } from '../../../parts/section/useItems.ts'
import { useAt } from '../../../parts/section/useJump.ts'
import { usePart } from '../../../parts/section/usePart.ts'
import { TemplateDialog } from '../catalog/TemplateDialog.tsx'
import { useTake } from '../catalog/useTake.ts'
import { blankObjective, type ObjectiveForm, type ObjectivesForm, sentObjectives, shownObjectives } from './form.ts'
import { ObjectiveCard } from './ObjectiveCard.tsx'

const { objectives: said } = words
const most = 50

export function ObjectivesPart() {
  const part = usePart({
    path: '/objectives',
    shown: shownObjectives,
    sent: sentObjectives,
    sections: sentObjectives,
  })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const objectives = ready ? form.values.objectives : []
  const items = useItems<ObjectivesForm, ObjectiveForm>(form, 'objectives', objectives.length)
  const sought = entryAt(useAt(), 'objectives')
  const buttons = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconTemplate size={16} aria-hidden />}
        onClick={open}
        disabled={dirty}
        title={dirty ? words.gallery.saveFirst : undefined}
      >
        {said.choose}
      </Button>
      {objectives.length < most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => items.add(blankObjective)}
        >
          {said.add}
        </Button>
      )}
    </Group>
  )
  return (
    <PartFrame part={part} section="document" title={words.parts.objectives} lead={said.lead}>
      <Stack>
        <LintedAlone path="objectives" />
        {ready && objectives.length === 0 && (
          <EmptyState
            icon={IconTargetArrow}
            title={said.none}
            text={said.noneText}
            action={readOnly ? undefined : buttons}
          />
        )}
        {objectives.map((_, at) => (
          <ObjectiveCard
            key={items.keys[at]}
            editor={part.editor}
            at={at}
            items={items}
            open={objectives.length === 1 || sought === at || items.isNew(items.keys[at] ?? '')}
          />
        ))}
        {!readOnly && objectives.length > 0 && buttons}
      </Stack>
      <Templates opened={choosing} close={close} taken={objectives.map(({ templateId }) => templateId)} />
    </PartFrame>
  )
}

function Templates({ opened, close, taken }: { opened: boolean; close: () => void; taken: readonly string[] }) {
  const agent = useAgent()
  const { data } = useCatalog('objective-templates')
  const take = useTake((templateId) => agent.api.post('/objectives/import', { body: { templateId } }), close)
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
      content={({ body }) => (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {body}
        </Text>
      )}
    />
  )
}
