"""Asks an OpenAI-compatible service with Python's standard library alone; prints what it was told as JSON."""

import json
import ssl
import sys
import urllib.request

base, model, authority = sys.argv[1:4]
context = ssl.create_default_context(cafile=authority) if authority else None


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer any", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(base + path, data, headers), context=context, timeout=30)


def ask_json(path, body=None):
    with ask(path, body) as answer:
        return json.load(answer)


def chat(messages, **more):
    return ask_json("/chat/completions", {"model": model, "messages": messages, **more})["choices"][0]["message"]


def stream(path, body):
    with ask(path, {**body, "stream": True}) as answer:
        for line in answer:
            if line.startswith(b"data: ") and line != b"data: [DONE]\n":
                yield json.loads(line[6:])["choices"][0]


weather = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
question = [{"role": "user", "content": "What is 6 * 7?"}]
asked = [{"role": "user", "content": "What is the weather in Rome?"}]
called = chat(asked, tools=[weather])
result = {"role": "tool", "tool_call_id": called["tool_calls"][0]["id"], "content": '{"celsius":21}'}
completion = {"model": model, "prompt": "2, 4, 6,", "max_tokens": 4}

json.dump(
    {
        "models": [each["id"] for each in ask_json("/models")["data"]],
        "chat": chat(question)["content"],
        "streamed": "".join(
            each["delta"].get("content") or "" for each in stream("/chat/completions", {"model": model, "messages": question})
        ),
        "called": json.loads(called["tool_calls"][0]["function"]["arguments"]),
        "tools": chat([*asked, called, result], tools=[weather])["content"],
        "text": ask_json("/completions", completion)["choices"][0]["text"],
        "streamed_text": "".join(each["text"] for each in stream("/completions", completion)),
    },
    sys.stdout,
)
