import { Badge, Group, Input, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { goalEvents } from '@parley/definition/vocabulary'
import { strings } from '#i18n/agent.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { EntryCard, type ListItems } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, LintedField } from '../../../components/section/SectionFrame.tsx'
import { buildNameFieldProps } from '../fields/name-field.ts'
import { useAgentDocument } from '../frame/useAgentDocument.ts'
import type { GoalsForm } from './goals-form.ts'

type Assignment = { goalId?: string; then?: string }
type GoalOwner = { id: string; name: string; goal?: Assignment }

export function findGoalUsers(
  goalId: string,
  document: Record<string, unknown>,
): { playbooks: GoalOwner[]; outreaches: GoalOwner[] } {
  const { outreaches } = (document.outreach ?? {}) as { outreaches?: GoalOwner[] }
  const aiming = (owners: GoalOwner[] = []) =>
    owners.filter(({ goal }) => goal?.goalId === goalId || goal?.then === goalId)
  return { playbooks: aiming(document.playbooks as GoalOwner[] | undefined), outreaches: aiming(outreaches) }
}

const { goals: texts } = strings

type Props = {
  editor: Editor<GoalsForm>
  at: number
  items: ListItems<never>
  open: boolean
  isDefault: boolean
}

export function GoalCard({ editor: { form, readOnly, saved }, at, items, open, isDefault }: Props) {
  const { goals } = form.values
  const goal = goals[at]
  if (!goal) return null
  const path = `goals.goals[${at}]`
  const { kind, event, criterion } = goal.definition
  const naming = {
    form,
    path: 'goals',
    entries: goals,
    saved: saved?.goals ?? [],
    fallback: 'goal',
    from: 'name' as const,
  }
  return (
    <EntryCard
      name={goal.name || texts.unnamed}
      summary={kind === 'event' ? texts.events[event] : criterion}
      badges={
        isDefault && (
          <Badge variant="default" size="sm" tt="none">
            {texts.isDefault}
          </Badge>
        )
      }
      {...{ at, items, path, open, readOnly }}
    >
      <ExactFindings path={path} />
      <LintedField path={`${path}.name`}>
        <TextInput
          label={texts.name}
          required
          maxLength={200}
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...buildNameFieldProps(naming, at)}
        />
      </LintedField>
      <LintedField path={`${path}.id`}>
        <TextInput label={texts.id} description={texts.idHelp} {...form.getInputProps(`goals.${at}.id`)} />
      </LintedField>
      <LintedField path={`${path}.description`}>
        <Textarea label={texts.description} autosize minRows={1} {...form.getInputProps(`goals.${at}.description`)} />
      </LintedField>
      <Input.Wrapper label={texts.reached} labelElement="div">
        <div>
          <SegmentedControl
            mt={4}
            aria-label={texts.reached}
            disabled={readOnly}
            data={[
              { value: 'event', label: texts.byEvent },
              { value: 'judged', label: texts.byReview },
            ]}
            {...form.getInputProps(`goals.${at}.definition.kind`)}
          />
        </div>
      </Input.Wrapper>
      <GoalDefinitionFields form={form} at={at} kind={kind} />
      <GoalUsers goalId={goal.id} isDefault={isDefault} />
    </EntryCard>
  )
}

function GoalDefinitionFields({
  form,
  at,
  kind,
}: {
  form: Editor<GoalsForm>['form']
  at: number
  kind: 'event' | 'judged'
}) {
  const path = `goals.goals[${at}].definition`
  if (kind === 'judged') {
    return (
      <LintedField path={`${path}.criterion`}>
        <Textarea
          label={texts.criterion}
          description={texts.criterionHelp}
          autosize
          minRows={2}
          {...form.getInputProps(`goals.${at}.definition.criterion`)}
        />
      </LintedField>
    )
  }
  return (
    <LintedField path={`${path}.event`}>
      <Select
        label={texts.event}
        data={goalEvents.map((value) => ({ value, label: texts.events[value] }))}
        allowDeselect={false}
        {...form.getInputProps(`goals.${at}.definition.event`)}
      />
    </LintedField>
  )
}

/** Playbooks and Outreaches that use the Goal, each with a link. */
function GoalUsers({ goalId, isDefault }: { goalId: string; isDefault: boolean }) {
  const org = useOrg()
  const agent = useAgent()
  const document = useAgentDocument().data
  const { playbooks, outreaches } = findGoalUsers(goalId, document ?? {})
  const params = { org: org.id, agent: agent.id }
  const aims = isDefault || playbooks.length > 0 || outreaches.length > 0
  return (
    <Group gap={8}>
      <Text size="sm" className="quiet">
        {aims ? texts.usedBy : texts.notUsed}
      </Text>
      {isDefault && <Text size="sm">{texts.everyConversation}</Text>}
      {playbooks.map(({ id, name }) => (
        <AnchorLink
          size="sm"
          key={id}
          to="/orgs/$org/agents/$agent/playbooks/$playbookId"
          params={{ ...params, playbookId: id }}
        >
          {texts.playbook(name)}
        </AnchorLink>
      ))}
      {outreaches.map(({ id, name }) => (
        <AnchorLink
          size="sm"
          key={id}
          to="/orgs/$org/agents/$agent/outreach/edit/$outreachId"
          params={{ ...params, outreachId: id }}
        >
          {texts.outreach(name)}
        </AnchorLink>
      ))}
    </Group>
  )
}
