; Structured code of 200 blocks: branches and loops in each other.
define void @large(i1 %c0, i1 %c1, i1 %c2, i1 %c3, i1 %c4, i1 %c5, i1 %c6, i1 %c7) {
entry:
  br i1 %c1, label %then1, label %else2

then1:
  br i1 %c2, label %then4, label %else5

then4:
  br label %loop7

loop7:
  br i1 %c3, label %body8, label %after9

body8:
  br label %step10

step10:
  br label %loop7

after9:
  br label %join6

else5:
  br i1 %c4, label %when11, label %next12

when11:
  br label %step13

step13:
  br label %next12

next12:
  br label %join6

join6:
  br label %join3

else2:
  br label %step14

step14:
  br label %join3

join3:
  br label %loop15

loop15:
  br i1 %c5, label %body16, label %after17

body16:
  br label %loop18

loop18:
  br i1 %c6, label %body19, label %after20

body19:
  br i1 %c7, label %when21, label %next22

when21:
  br label %step23

step23:
  br label %next22

next22:
  br label %loop18

after20:
  br label %loop15

after17:
  br i1 %c0, label %when24, label %next25

when24:
  br label %loop26

loop26:
  br i1 %c1, label %body27, label %after28

body27:
  br i1 %c2, label %then29, label %else30

then29:
  br label %step32

step32:
  br label %join31

else30:
  br label %step33

step33:
  br label %join31

join31:
  br label %loop26

after28:
  br label %next25

next25:
  br label %step34

step34:
  br i1 %c3, label %when35, label %next36

when35:
  br label %step37

step37:
  br label %next36

next36:
  br label %step38

step38:
  br i1 %c4, label %then39, label %else40

then39:
  br label %loop42

loop42:
  br i1 %c5, label %body43, label %after44

body43:
  br i1 %c6, label %then45, label %else46

then45:
  br label %step48

step48:
  br label %join47

else46:
  br label %step49

step49:
  br label %join47

join47:
  br label %loop42

after44:
  br label %join41

else40:
  br label %loop50

loop50:
  br i1 %c7, label %body51, label %after52

body51:
  br i1 %c0, label %then53, label %else54

then53:
  br label %step56

step56:
  br label %join55

else54:
  br label %step57

step57:
  br label %join55

join55:
  br label %loop50

after52:
  br label %join41

join41:
  br label %step58

step58:
  br label %loop59

loop59:
  br i1 %c1, label %body60, label %after61

body60:
  br label %step62

step62:
  br label %loop59

after61:
  br i1 %c2, label %then63, label %else64

then63:
  br label %loop66

loop66:
  br i1 %c3, label %body67, label %after68

body67:
  br i1 %c4, label %then69, label %else70

then69:
  br label %step72

step72:
  br label %join71

else70:
  br label %step73

step73:
  br label %join71

join71:
  br label %loop66

after68:
  br label %join65

else64:
  br i1 %c5, label %then74, label %else75

then74:
  br i1 %c6, label %then77, label %else78

then77:
  br label %step80

step80:
  br label %join79

else78:
  br label %step81

step81:
  br label %join79

join79:
  br label %join76

else75:
  br label %loop82

loop82:
  br i1 %c7, label %body83, label %after84

body83:
  br label %step85

step85:
  br label %loop82

after84:
  br label %join76

join76:
  br label %join65

join65:
  br i1 %c0, label %when86, label %next87

when86:
  br label %step88

step88:
  br label %next87

next87:
  br i1 %c1, label %when89, label %next90

when89:
  br i1 %c2, label %then91, label %else92

then91:
  br label %step94

step94:
  br label %join93

else92:
  br i1 %c3, label %when95, label %next96

when95:
  br label %step97

step97:
  br label %next96

next96:
  br label %join93

join93:
  br label %next90

next90:
  br i1 %c4, label %when98, label %next99

when98:
  br label %step100

step100:
  br label %next99

next99:
  br label %step101

step101:
  br i1 %c5, label %when102, label %next103

when102:
  br label %step104

step104:
  br label %next103

next103:
  br i1 %c6, label %then105, label %else106

then105:
  br label %loop108

loop108:
  br i1 %c7, label %body109, label %after110

body109:
  br label %loop111

loop111:
  br i1 %c0, label %body112, label %after113

body112:
  br label %step114

step114:
  br label %loop111

after113:
  br label %loop108

after110:
  br label %join107

else106:
  br i1 %c1, label %when115, label %next116

when115:
  br label %loop117

loop117:
  br i1 %c2, label %body118, label %after119

body118:
  br label %step120

step120:
  br label %loop117

after119:
  br label %next116

next116:
  br label %join107

join107:
  br i1 %c3, label %then121, label %else122

then121:
  br label %step124

step124:
  br label %join123

else122:
  br i1 %c4, label %then125, label %else126

then125:
  br label %loop128

loop128:
  br i1 %c5, label %body129, label %after130

body129:
  br label %step131

step131:
  br label %loop128

after130:
  br label %join127

else126:
  br label %loop132

loop132:
  br i1 %c6, label %body133, label %after134

body133:
  br label %step135

step135:
  br label %loop132

after134:
  br label %join127

join127:
  br label %join123

join123:
  br i1 %c7, label %then136, label %else137

then136:
  br label %loop139

loop139:
  br i1 %c0, label %body140, label %after141

body140:
  br label %loop142

loop142:
  br i1 %c1, label %body143, label %after144

body143:
  br label %step145

step145:
  br label %loop142

after144:
  br label %loop139

after141:
  br label %join138

else137:
  br label %loop146

loop146:
  br i1 %c2, label %body147, label %after148

body147:
  br label %step149

step149:
  br label %loop146

after148:
  br label %join138

join138:
  br i1 %c3, label %when150, label %next151

when150:
  br i1 %c4, label %when152, label %next153

when152:
  br i1 %c5, label %when154, label %next155

when154:
  br label %step156

step156:
  br label %next155

next155:
  br label %next153

next153:
  br label %next151

next151:
  br i1 %c6, label %when157, label %next158

when157:
  br label %step159

step159:
  br label %next158

next158:
  br i1 %c7, label %then160, label %else161

then160:
  br label %loop163

loop163:
  br i1 %c0, label %body164, label %after165

body164:
  br label %loop166

loop166:
  br i1 %c1, label %body167, label %after168

body167:
  br label %step169

step169:
  br label %loop166

after168:
  br label %loop163

after165:
  br label %join162

else161:
  br label %loop170

loop170:
  br i1 %c2, label %body171, label %after172

body171:
  br label %step173

step173:
  br label %loop170

after172:
  br label %join162

join162:
  br i1 %c3, label %then174, label %else175

then174:
  br i1 %c4, label %then177, label %else178

then177:
  br i1 %c5, label %when180, label %next181

when180:
  br label %step182

step182:
  br label %next181

next181:
  br label %join179

else178:
  br label %loop183

loop183:
  br i1 %c6, label %body184, label %after185

body184:
  br label %step186

step186:
  br label %loop183

after185:
  br label %join179

join179:
  br label %join176

else175:
  br i1 %c7, label %then187, label %else188

then187:
  br i1 %c0, label %then190, label %else191

then190:
  br label %step193

step193:
  br label %join192

else191:
  br label %step194

step194:
  br label %join192

join192:
  br label %join189

else188:
  br label %step195

step195:
  br label %join189

join189:
  br label %join176

join176:
  br i1 %c1, label %when196, label %next197

when196:
  br i1 %c2, label %when198, label %next199

when198:
  br i1 %c3, label %when200, label %next201

when200:
  br label %step202

step202:
  br label %next201

next201:
  br label %next199

next199:
  br label %next197

next197:
  ret void
}
