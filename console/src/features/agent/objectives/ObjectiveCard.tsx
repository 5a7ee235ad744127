import { Badge, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { strings } from '#i18n/agent.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EntryCard } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, LintedField } from '../../../components/section/SectionFrame.tsx'
import type { ListItems } from '../../../components/section/useListItems.ts'
import { LongText } from '../fields/LongText.tsx'
import { nameFieldProps } from '../fields/name-field.ts'
import type { ObjectivesForm } from './objectives-form.ts'

const { objectives: objectiveCardTexts } = strings

type ObjectiveCardProps = { editor: Editor<ObjectivesForm>; at: number; items: ListItems<never>; open: boolean }

export function ObjectiveCard({ editor: { form, readOnly, saved }, at, items, open }: ObjectiveCardProps) {
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
          {...nameFieldProps({ ...entries, fallback: 'objective', from: 'name' }, at)}
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
