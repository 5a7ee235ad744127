import { Badge, Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTargetArrow, IconTemplate } from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { EntryCard, type ListItems, useListItems } from '../../../components/section/EntryCard.tsx'

import {
  ExactFindings,
  entryIndexOf,
  LintedField,
  SectionFrame,
  useFindingPath,
} from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'

import { CatalogTemplateDialog, useApplyTemplate } from '../catalog/CatalogTemplateDialog.tsx'
import { buildNameFieldProps } from '../fields/name-field.ts'
import { LongText } from '../fields/TextFields.tsx'
import {
  blankObjective,
  type ObjectiveForm,
  type ObjectivesForm,
  toObjectivesBody,
  toObjectivesForm,
} from './objectives-form.ts'

const { objectives: objectiveCardTexts } = strings

type ObjectiveCardProps = { editor: Editor<ObjectivesForm>; at: number; items: ListItems<never>; open: boolean }

function ObjectiveCard({ editor: { form, readOnly, saved }, at, items, open }: ObjectiveCardProps) {
  const { objectives } = form.values
  const objective = objectives[at]
  if (!objective) return null
  const path = `objectives[${at}]`
  const entries = { form, path: 'objectives', entries: objectives, saved: saved?.objectives ?? [] }
  const field = (name: string) => form.getInputProps(`objectives.${at}.${name}`)
  const { body, enabled, version, templateId } = objective
  return (
    <EntryCard
      name={objective.name || objectiveCardTexts.unnamed}
      summary={objective.description || body}
      badges={
        <>
          {!enabled && (
            <Badge variant="default" size="sm" tt="none">
              {objectiveCardTexts.off}
            </Badge>
          )}
          {templateId && (
            <Badge variant="default" size="sm" tt="none">
              {objectiveCardTexts.template(version)}
            </Badge>
          )}
        </>
      }
      {...{ at, items, path, open, readOnly }}
    >
      <ExactFindings path={path} />
      <LintedField path={`${path}.name`}>
        <TextInput
          label={objectiveCardTexts.name}
          required
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...buildNameFieldProps({ ...entries, fallback: 'objective', from: 'name' }, at)}
        />
      </LintedField>
      <LintedField path={`${path}.description`}>
        <TextInput label={objectiveCardTexts.description} {...field('description')} />
      </LintedField>
      <LintedField path={`${path}.body`}>
        <LongText
          path={`objectives.${at}.body`}
          label={objectiveCardTexts.body}
          description={objectiveCardTexts.bodyHelp}
          readOnly={readOnly}
          value={body}
          error={form.errors[`objectives.${at}.body`]}
          onChange={(text) => form.setFieldValue(`objectives.${at}.body`, text as never)}
        />
      </LintedField>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <LintedField path={`${path}.priority`}>
          <NumberInput
            label={objectiveCardTexts.priority}
            description={objectiveCardTexts.priorityHelp}
            min={0}
            max={1000}
            allowDecimal={false}
            {...field('priority')}
          />
        </LintedField>
        <LintedField path={`${path}.id`}>
          <TextInput label={objectiveCardTexts.id} description={objectiveCardTexts.idHelp} {...field('id')} />
        </LintedField>
      </SimpleGrid>
      <Switch
        label={objectiveCardTexts.enabled}
        {...form.getInputProps(`objectives.${at}.enabled`, { type: 'checkbox' })}
      />
    </EntryCard>
  )
}

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
      <Templates opened={choosing} close={close} usedIds={objectives.map(({ templateId }) => templateId)} />
    </SectionFrame>
  )
}

function Templates({ opened, close, usedIds }: { opened: boolean; close: () => void; usedIds: readonly string[] }) {
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
      usedIds={usedIds}
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
