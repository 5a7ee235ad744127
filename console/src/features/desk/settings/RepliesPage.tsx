import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { IconMessage2Bolt, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/desk.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { AmlEditor } from '../../../components/aml/AmlEditor.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useFormRefusal } from '../../admin/useFormRefusal.ts'
import { DeskFrame } from '../DeskFrame.tsx'
import { useSavedReplies } from '../desk-data.ts'

const { replies } = strings
type SavedReply = Schema<'SavedReply'>

export function RepliesPage() {
  const { data, error, refetch } = useSavedReplies()
  const mayEdit = useCan('editor')
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const [hidden, setHidden] = useState<readonly string[]>([])
  const shown = data?.filter(({ id }) => !hidden.includes(id))
  const create = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {replies.new}
    </Button>
  )
  return (
    <DeskFrame lead={replies.lead} actions={shown && shown.length > 0 && create}>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!shown && !error && <Loading />}
      {shown?.length === 0 && (
        <EmptyState icon={IconMessage2Bolt} title={replies.empty} text={replies.emptyText} action={create} />
      )}
      {shown && shown.length > 0 && (
        <ReplyTable rows={shown} mayEdit={mayEdit} onEdit={setEdited} setHidden={setHidden} />
      )}
      {edited && <ReplyDialog reply={edited === 'new' ? undefined : edited} close={() => setEdited(undefined)} />}
    </DeskFrame>
  )
}

type TableProps = {
  rows: readonly SavedReply[]
  mayEdit: boolean
  onEdit: (reply: SavedReply) => void
  setHidden: (change: (before: readonly string[]) => readonly string[]) => void
}

function ReplyTable({ rows, mayEdit, onEdit, setHidden }: TableProps) {
  const agent = useAgent()
  const queries = useQueryClient()
  const remove = ({ id, title }: SavedReply) =>
    deleteWithUndo({
      name: title,
      hide: () => setHidden((before) => [...before, id]),
      restore: () => setHidden((before) => before.filter((one) => one !== id)),
      remove: async () => {
        await agent.api.delete('/desk/replies/{replyId}', { path: { replyId: id } })
        await queries.invalidateQueries({ queryKey: agent.key('desk-replies') })
      },
    })
  const { columns: labels } = replies
  const columns: DataColumn<SavedReply>[] = [
    { id: 'title', label: labels.title, rowHeader: true, cell: ({ title }) => title },
    { id: 'shortcut', label: labels.shortcut, cell: ({ shortcut }) => (shortcut === undefined ? '' : `/${shortcut}`) },
    {
      id: 'text',
      label: labels.text,
      cell: ({ aml }) => (
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {aml}
        </Text>
      ),
    },
    ...(mayEdit
      ? [
          {
            id: 'actions',
            label: labels.actions,
            cell: (reply: SavedReply) => (
              <Group gap={4} wrap="nowrap">
                <ActionIcon variant="default" aria-label={replies.editOf(reply.title)} onClick={() => onEdit(reply)}>
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon variant="default" aria-label={replies.deleteOf(reply.title)} onClick={() => remove(reply)}>
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]
      : []),
  ]
  return <DataTable label={replies.label} columns={columns} rows={rows} rowId={({ id }) => id} minWidth={560} />
}

const slots = ['person.firstName', 'person.lastName', 'person.fullName', 'person.company', 'person.email']

function ReplyDialog({ reply, close }: { reply: SavedReply | undefined; close: () => void }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { title: reply?.title ?? '', shortcut: reply?.shortcut ?? '', aml: reply?.aml ?? '' },
  })
  const saving = useMutation({
    mutationFn: ({ title, shortcut, aml }: { title: string; shortcut: string; aml: string }) => {
      const body = { title: title.trim(), aml, ...(shortcut.trim() !== '' && { shortcut: shortcut.trim() }) }
      return reply
        ? agent.api.put('/desk/replies/{replyId}', { path: { replyId: reply.id }, body })
        : agent.api.post('/desk/replies', { body })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('desk-replies') })
      close()
    },
  })
  const refused = useFormRefusal(saving.error, ['title', 'shortcut', 'aml'])
  return (
    <Dialog onClose={close} dirty={form.isDirty()} title={reply ? replies.edit : replies.new} size="lg">
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            label={replies.name}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('title')}
            error={refused.fields.title}
          />
          <TextInput
            label={replies.shortcut}
            description={replies.shortcutHint}
            maxLength={40}
            {...form.getInputProps('shortcut')}
            error={refused.fields.shortcut}
          />
          <AmlEditor
            label={replies.aml}
            value={form.values.aml}
            onChange={(aml) => form.setFieldValue('aml', aml)}
            error={refused.fields.aml}
            slots={slots}
            minHeight="8rem"
          />
          <FormActions>
            <Button variant="default" onClick={close}>
              {replies.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {replies.save}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}
