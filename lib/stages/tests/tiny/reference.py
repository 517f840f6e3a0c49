#!/usr/bin/env python3
"""Makes golden.json: what PyTorch's models of the same weights say. Needs torch, transformers, tokenizers.

    CW_TINY=FOLDER cargo test -p cw-stages --features local --test local models_for_the_reference
    python3 reference.py FOLDER > golden.json

FOLDER/FAMILY and FOLDER/FAMILY-judge are the models that the test wrote, so the files themselves are read by another reader, too.
"""
import json, sys, torch
from tokenizers import Tokenizer
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModel, AutoModelForSequenceClassification

TEXTS = ["where is the lock taken", "fn lock(&self) -> Guard { self.inner.lock() }", "a",
         "let mut total = 0; for item in cart { total += item.price * item.count; }"]
PAIRS = [["where is the lock taken", "fn lock(&self) -> Guard { self.inner.lock() }"], ["total of a cart", "struct Pool { size: u8 }"], ["a", "b" * 90 + " tail"]]
ROOM = {"bert": 72, "roberta": 70, "distilbert": 72, "mpnet": 70}

def tokens(folder, room):
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding(); tokenizer.enable_truncation(room)
    return tokenizer

def inputs(family, encoding):
    given = {"input_ids": torch.tensor([encoding.ids]), "attention_mask": torch.ones(1, len(encoding.ids), dtype=torch.long)}
    if family == "bert": given["token_type_ids"] = torch.tensor([encoding.type_ids])
    return given

def opened(kind, folder):
    config = AutoConfig.from_pretrained(folder)
    model = kind.from_config(config, attn_implementation="eager").eval()
    missing, unexpected = model.load_state_dict(load_file(f"{folder}/model.safetensors"), strict=False)
    assert not unexpected and all("position_ids" in name or "pooler" in name or "token_type_ids" in name for name in missing), (missing, unexpected)
    return model

out = {"vectors": [], "scores": []}
torch.manual_seed(0)
with torch.no_grad():
    for family in ["bert", "roberta", "distilbert", "mpnet"]:
        folder = f"{sys.argv[1]}/{family}"
        model, tokenizer = opened(AutoModel, folder), tokens(folder, ROOM[family])
        for text in TEXTS:
            states = model(**inputs(family, tokenizer.encode(text))).last_hidden_state[0].double()
            for pooling, vector in [("mean", states.mean(0)), ("cls", states[0])]:
                vector = vector / vector.norm()
                out["vectors"].append({"family": family, "pooling": pooling, "text": text, "vector": [round(x, 6) for x in vector.tolist()]})
    for family in ["bert", "roberta", "distilbert"]:
        folder = f"{sys.argv[1]}/{family}-judge"
        model, tokenizer = opened(AutoModelForSequenceClassification, folder), tokens(folder, ROOM[family])
        for query, text in PAIRS:
            score = model(**inputs(family, tokenizer.encode(query, text))).logits[0, 0].item()
            out["scores"].append({"family": family, "query": query, "text": text, "score": round(score, 6)})
json.dump(out, sys.stdout, indent=None, separators=(",", ":")); print()
