/** Sample programs that accept only requests signed with the secret. */

const sdk = `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { NotVerified, verifyWebhook } from '@parley/sdk'

const secret = process.env.WEBHOOK_SECRET

createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret })
    console.log(event.type, event.data)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof NotVerified ? 401 : 500).end()
  }
}).listen(8080)
`

const javascript = `// npm install standardwebhooks express
import express from 'express'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const app = express()

app.post('/parley', express.raw({ type: '*/*' }), (request, response) => {
  try {
    const event = webhook.verify(request.body.toString(), request.headers)
    console.log(event.type, event.data)
    response.sendStatus(204)
  } catch {
    response.sendStatus(401)
  }
})

app.listen(8080)
`

const python = `# pip install standardwebhooks flask
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
app = Flask(__name__)

@app.post("/parley")
def hear():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["data"])
    return "", 204
`

const go = `// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/parley", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Println(string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
`

const php = `<?php
// With nothing but PHP itself.
$secret = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $secret, true));
$fits = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $fits = hash_equals($expected, $signature) || $fits;
}
if (!$fits || abs(time() - (int) $at) > 300) {
    http_response_code(401);
    exit;
}
error_log(json_decode($body)->type);
http_response_code(204);
`

export const signatureSamples = { sdk, javascript, python, go, php } as const
export type SignatureLanguage = keyof typeof signatureSamples
