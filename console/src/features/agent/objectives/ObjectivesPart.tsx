import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTargetArrow, IconTemplate } from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { entryIndexOf } from '../../../components/section/finding-paths.ts'
import { ExactFindings, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { useFindingPath } from '../../../components/section/useFocusFinding.ts'
import { useListItems } from '../../../components/section/useListItems.ts'
import { CatalogTemplateDialog } from '../catalog/CatalogTemplateDialog.tsx'
import { useApplyTemplate } from '../catalog/useApplyTemplate.ts'
import { ObjectiveCard } from './ObjectiveCard.tsx'
import {
  blankObjective,
  type ObjectiveForm,
  type ObjectivesForm,
  toObjectivesBody,
  toObjectivesForm,
} from './objectives-form.ts'

const { objectives: texts } = strings
const most = 50

export function ObjectivesPart() {
  const part = useAgentSection({
    path: '/objectives',
    toForm: toObjectivesForm,
    toBody: toObjectivesBody,
    sections: toObjectivesBody,
  })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const objectives = ready ? form.values.objectives : []
  const items = useListItems<ObjectivesForm, ObjectiveForm>(form, 'objectives', objectives.length)
  const sought = entryIndexOf(useFindingPath(), 'objectives')
  const buttons = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconTemplate size={16} aria-hidden />}
        onClick={open}
        disabled={dirty}
        title={dirty ? strings.gallery.saveFirst : undefined}
      >
        {texts.choose}
      </Button>
      {objectives.length < most && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => items.add(blankObjective)}
        >
          {texts.add}
        </Button>
      )}
    </Group>
  )
  return (
    <SectionFrame part={part} section="document" title={strings.parts.objectives} lead={texts.lead}>
      <Stack>
        <ExactFindings path="objectives" />
        {ready && objectives.length === 0 && (
          <EmptyState
            icon={IconTargetArrow}
            title={texts.none}
            text={texts.noneText}
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
    </SectionFrame>
  )
}

function Templates({ opened, close, taken }: { opened: boolean; close: () => void; taken: readonly string[] }) {
  const agent = useAgent()
  const { data } = useCatalog('objective-templates')
  const take = useApplyTemplate((templateId) => agent.api.post('/objectives/import', { body: { templateId } }), close)
  return (
    <CatalogTemplateDialog
      opened={opened}
      close={close}
      title={texts.choose}
      lead={texts.chooseLead}
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
