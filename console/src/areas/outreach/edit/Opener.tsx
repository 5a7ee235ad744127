import { Button, Fieldset, Grid, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { words } from '#words/outreach.ts'
import { AmlPreview } from '../../../parts/aml/AmlPreview.tsx'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { choicesOf, type MessageTemplate, useTemplates } from '../shared/configuration.ts'
import type { OutreachForm } from './outreach-form.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

const { edit } = words

/** Which template is sent first; its text is written here too. */
export function Opener({ editor: { form, readOnly } }: { editor: Editor<OutreachForm> }) {
  const [dialog, setDialog] = useState<{ template?: MessageTemplate }>()
  const templates = useTemplates()
  const { openerTemplateId } = form.getValues()
  const template = templates.data?.find(({ id }) => id === openerTemplateId)
  return (
    <Fieldset legend={edit.opener}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Select
              label={edit.opener}
              description={edit.openerHint}
              data={choicesOf(templates.data, openerTemplateId, words.gone)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('openerTemplateId')}
            />
            {template && <Body text={template.body} />}
            {!readOnly && (
              <Group gap="xs">
                {template && (
                  <Button variant="default" size="xs" onClick={() => setDialog({ template })}>
                    {edit.editTemplate}
                  </Button>
                )}
                <Button variant="default" size="xs" onClick={() => setDialog({})}>
                  {edit.newTemplate}
                </Button>
              </Group>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {template && <AmlPreview text={template.body} channels={['rcs']} />}
        </Grid.Col>
      </Grid>
      {dialog && (
        <TemplateDialog
          template={dialog.template}
          onClose={() => setDialog(undefined)}
          onMade={(id) => form.setFieldValue('openerTemplateId', id)}
        />
      )}
    </Fieldset>
  )
}

function Body({ text }: { text: string }) {
  return (
    <Text
      component="pre"
      size="sm"
      ff="monospace"
      m={0}
      p="sm"
      style={{
        whiteSpace: 'pre-wrap',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
      }}
    >
      {text}
    </Text>
  )
}
