import {
  Button,
  Fieldset,
  Grid,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBroadcast, IconRoute, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SendDialog } from '../send/SendDialog.tsx'
import { useCustomFields } from '../shared/FilterEditor.tsx'
import { type Outreach, toSelectOptions, useGoals, useOutreaches, useTemplates } from '../shared/outreach-config.ts'
import { MinutesField } from '../shared/TimeFields.tsx'

import { ChannelFields } from './ChannelFields.tsx'
import { OutreachActionsMenu } from './OutreachActionsMenu.tsx'
import { ClassField, OpenerField, type OutreachForm, toOutreachBody, toOutreachForm } from './OutreachFields.tsx'

function PlaybookCard({ playbookId }: { playbookId: string }) {
  const routeIds = useRouteIds()
  return (
    <Fieldset legend={edit.answers} mt="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="quiet">
          {edit.answersText}
        </Text>
        <ButtonLink
          variant="default"
          size="xs"
          leftSection={<IconRoute size={14} aria-hidden />}
          to="/orgs/$org/agents/$agent/playbooks/$playbookId"
          params={{ ...routeIds, playbookId }}
        >
          {edit.openPlaybook}
        </ButtonLink>
      </Stack>
    </Fieldset>
  )
}

function FollowUp({ editor: { form } }: { editor: Editor<OutreachForm> }) {
  const templates = useTemplates()
  const { followUp } = form.getValues()
  return (
    <Fieldset legend={edit.followUp}>
      <Stack>
        <Switch
          label={edit.followUpOn}
          checked={followUp !== null}
          onChange={({ currentTarget }) =>
            form.setFieldValue(
              'followUp',
              currentTarget.checked ? { templateId: '', delayMinutes: 2880, maxTimes: 1 } : null,
            )
          }
        />
        {followUp && (
          <>
            <Select
              label={edit.followUpTemplate}
              data={toSelectOptions(templates.data, followUp.templateId, strings.deleted)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('followUp.templateId')}
            />
            <MinutesField
              label={edit.followUpDelay}
              min={5}
              max={43_200}
              value={followUp.delayMinutes}
              onChange={(minutes) => form.setFieldValue('followUp.delayMinutes', minutes)}
              error={form.errors['followUp.delayMinutes']}
            />
            <NumberInput
              label={edit.followUpTimes}
              min={1}
              max={3}
              allowDecimal={false}
              maw={160}
              {...form.getInputProps('followUp.maxTimes')}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

function OutreachDetailsFields({ editor: { form } }: { editor: Editor<OutreachForm> }) {
  const goals = useGoals()
  const custom = useCustomFields()
  const { goal } = form.getValues()
  return (
    <Fieldset legend={edit.about}>
      <Stack>
        <TextInput label={edit.name} required {...form.getInputProps('name')} />
        <Textarea label={edit.description} autosize minRows={2} {...form.getInputProps('description')} />
        <Switch
          label={edit.enabled}
          description={edit.enabledHint}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <ClassField {...form.getInputProps('class')} />
        <Select
          label={edit.goal}
          description={edit.goalHint}
          placeholder={edit.noGoal}
          data={toSelectOptions(goals.data, goal?.goalId, strings.deleted)}
          clearable
          clearButtonProps={{ 'aria-label': edit.noGoal }}
          value={goal?.goalId ?? null}
          error={form.errors.goal ?? form.errors['goal.goalId']}
          onChange={(goalId) => form.setFieldValue('goal', goalId ? { ...goal, goalId } : null)}
        />
        <TagsInput
          label={edit.inputs}
          description={edit.inputsHint}
          data={custom}
          acceptValueOnBlur
          {...form.getInputProps('inputs')}
        />
      </Stack>
    </Fieldset>
  )
}

const { edit } = strings
const from = '/orgs/$org/agents/$agent/outreach/edit/$outreachId'

export function OutreachEditPage() {
  const { outreachId } = useParams({ from })
  return <OutreachEditor key={outreachId} outreachId={outreachId} />
}

function OutreachEditor({ outreachId }: { outreachId: string }) {
  const outreach = useOutreaches().data?.find(({ id }) => id === outreachId)
  const editor = useOutreachEditor(outreachId)
  const name = editor.saved?.name ?? outreachId
  return (
    <PageLayout
      title={name}
      beside={editor.saved && <EditorState enabled={editor.saved.enabled} />}
      actions={<Actions outreachId={outreachId} name={name} outreach={outreach} />}
    >
      <EditorFrame editor={editor}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <OutreachDetailsFields editor={editor} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <FollowUp editor={editor} />
            <ChannelFields editor={editor} />
            {outreach && <PlaybookCard playbookId={outreach.playbookId} />}
          </Grid.Col>
          <Grid.Col span={12}>
            <OpenerField editor={editor} />
          </Grid.Col>
        </Grid>
      </EditorFrame>
    </PageLayout>
  )
}

function useOutreachEditor(outreachId: string): Editor<OutreachForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { outreachId }
  return useEditor<OutreachForm>({
    key: agent.key('outreach', outreachId),
    read: (signal) => agent.api.raw('GET', '/outreach/{outreachId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PUT', '/outreach/{outreachId}', { path, body: toOutreachBody(form), headers }),
    toForm: (answer: Outreach) => toOutreachForm(answer),
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('outreach', 'all') }),
  })
}

const EditorState = ({ enabled }: { enabled: boolean }) => (
  <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
)

type ActionsProps = { outreachId: string; name: string; outreach: Outreach | undefined }

function Actions({ outreachId, name, outreach }: ActionsProps) {
  const can = useCan('editor')
  const routeIds = useRouteIds()
  const [sending, { open, close }] = useDisclosure()
  return (
    <>
      <ButtonLink
        variant="default"
        to="/orgs/$org/agents/$agent/outreach/sends"
        params={routeIds}
        search={{ outreachId }}
      >
        {edit.sends}
      </ButtonLink>
      {can && (
        <ButtonLink
          variant="default"
          leftSection={<IconBroadcast size={16} aria-hidden />}
          to="/orgs/$org/agents/$agent/campaigns/new"
          params={routeIds}
          search={{ outreachId }}
        >
          {edit.campaign}
        </ButtonLink>
      )}
      {can && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={open} disabled={!outreach?.enabled}>
          {edit.send}
        </Button>
      )}
      {can && <OutreachActionsMenu outreachId={outreachId} name={name} />}
      {sending && outreach && <SendDialog outreach={outreach} onClose={close} />}
    </>
  )
}
